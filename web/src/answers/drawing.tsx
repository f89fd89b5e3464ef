// A drawing or a signature: with a pointer, or as a typed name.

import { createSignal, createUniqueId, onMount, type JSX } from 'solid-js';

import { t } from '../words/say';
import type { FormProps } from './given';
import { fileOf } from './picture';

const width = 900;
const height = 400;

/** A drawing, black on white in any theme, because it is sent like this. */
export function DrawingForm(props: FormProps): JSX.Element {
  const id = createUniqueId();
  const [name, setName] = createSignal('');
  const [empty, setEmpty] = createSignal(true);
  let canvas!: HTMLCanvasElement;
  let drawing: number | undefined;
  const context = (): CanvasRenderingContext2D | null => canvas.getContext('2d');
  const clear = (): void => {
    const pen = context();
    if (!pen) return;
    pen.fillStyle = 'white';
    pen.fillRect(0, 0, width, height);
    pen.fillStyle = pen.strokeStyle = 'black';
    pen.lineWidth = 4;
    pen.lineCap = pen.lineJoin = 'round';
    setEmpty(true);
    props.give(undefined);
  };
  onMount(clear);
  const offer = async (): Promise<void> => {
    setEmpty(false);
    const file = await fileOf(canvas, 'drawing.png', 'image/png');
    props.give(file && { kind: 'file', file });
  };
  const at = (event: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [
      ((event.clientX - box.left) / box.width) * width,
      ((event.clientY - box.top) / box.height) * height,
    ];
  };
  const down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    if (name() !== '') {
      setName('');
      clear();
    }
    drawing = event.pointerId;
    canvas.setPointerCapture(event.pointerId);
    const pen = context();
    pen?.beginPath();
    pen?.moveTo(...at(event));
    pen?.lineTo(...at(event));
    pen?.stroke();
  };
  const move = (event: PointerEvent): void => {
    if (event.pointerId !== drawing) return;
    const pen = context();
    for (const step of event.getCoalescedEvents?.() ?? [event]) pen?.lineTo(...at(step));
    pen?.stroke();
  };
  const up = (event: PointerEvent): void => {
    if (event.pointerId !== drawing) return;
    drawing = undefined;
    void offer();
  };
  const typed = (text: string): void => {
    setName(text);
    clear();
    const pen = context();
    if (text.trim() === '' || !pen) return;
    pen.textAlign = 'center';
    pen.textBaseline = 'middle';
    for (let size = 110; size >= 20; size -= 10) {
      pen.font = `italic ${size}px cursive`;
      if (pen.measureText(text).width < width - 80) break;
    }
    pen.fillText(text, width / 2, height / 2, width - 40);
    void offer();
  };
  return (
    <div class="answer-part">
      <canvas
        ref={canvas}
        class="answer-drawing"
        width={width}
        height={height}
        role="img"
        aria-label={
          name() !== '' ? t`Your name as a signature` : empty() ? t`Draw here; it is empty` : t`Your drawing`
        }
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={up}
      />
      <button
        type="button"
        class="button is-secondary size-md"
        disabled={empty()}
        onClick={() => {
          setName('');
          clear();
        }}
      >
        {t`Start over`}
      </button>
      <label class="label" for={id}>{t`Or type your name`}</label>
      <input
        id={id}
        class="input"
        type="text"
        dir="auto"
        maxlength="80"
        autocomplete="name"
        value={name()}
        onInput={(event) => typed(event.currentTarget.value)}
      />
    </div>
  );
}
