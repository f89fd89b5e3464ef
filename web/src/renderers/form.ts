// The values of a form. A form is the fields of one window that name it.

import type { FormValue } from '../protocol/wire';

/** The attribute with a field's form. */
export const formAttribute = 'data-form';

/** The part of an element that is read. */
export interface Field {
  name: string;
  value: string;
  disabled: boolean;
  type: string;
  checked?: boolean;
}

/** Returns the values by name. Disabled fields do not count; of two fields with one name the last counts. */
export function valuesOf(fields: Iterable<Field>): Record<string, FormValue> {
  const values = new Map<string, FormValue>();
  for (const field of fields) {
    if (field.disabled) continue;
    values.set(field.name, field.type === 'checkbox' ? (field.checked ?? false) : field.value);
  }
  return Object.fromEntries(values);
}

/** The fields of one form inside a window. */
export function fieldsOf(window: ParentNode, formId: string): Field[] {
  const fields = window.querySelectorAll<
    HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement
  >(`[${formAttribute}]`);
  // Compared here, not in the selector: a form's name may contain any character.
  return [...fields].filter((field) => field.getAttribute(formAttribute) === formId);
}
