// A select whose options change while it is shown.
//
// A browser that loses the chosen option chooses the first one. So options stay the same elements as long as their
// values do, and the value is set again after each change.

import { createEffect, createMemo, For, splitProps, type JSX } from 'solid-js';

/** An option. */
export interface Option {
  value: string;
  label: string;
}

type Props = Omit<JSX.SelectHTMLAttributes<HTMLSelectElement>, 'value' | 'onChange' | 'children' | 'ref'> & {
  value: string;
  options: readonly Option[];
  onChoose: (value: string) => void;
};

/** The select. It shows `value` whatever happens to its options. */
export function Choice(props: Props): JSX.Element {
  const [own, rest] = splitProps(props, ['value', 'options', 'onChoose']);
  let select!: HTMLSelectElement;
  const labels = createMemo(() => new Map(own.options.map(({ value, label }) => [value, label])));
  const values = createMemo(() => [...labels().keys()]);
  // After the options are in place.
  createEffect(() => {
    values();
    select.value = own.value;
  });
  return (
    <select {...rest} ref={select} onChange={(event) => own.onChoose(event.currentTarget.value)}>
      <For each={values()}>{(value) => <option value={value}>{labels().get(value)}</option>}</For>
    </select>
  );
}
