// A photo: from this device's camera, or an existing one.

import { createSignal, Show, type JSX } from 'solid-js';

import { t } from '../words/say';
import { Camera } from './camera';
import { Chooser } from './file';
import type { FormProps } from './given';
import { drawFile, drawOnto, fileOf } from './picture';

/** The longer side of a photo, in pixels: enough to read a document. */
const largest = 3000;

/** A photo. */
export function PhotoForm(props: FormProps): JSX.Element {
  const [video, setVideo] = createSignal<HTMLVideoElement>();
  const [taken, setTaken] = createSignal(false);
  const [seen, setSeen] = createSignal(false);
  let preview!: HTMLCanvasElement;
  const take = async (): Promise<void> => {
    const source = video();
    if (!source) return;
    drawOnto(preview, source, source.videoWidth, source.videoHeight, largest);
    setTaken(true);
    setSeen(true);
    const file = await fileOf(preview, 'photo.jpg', 'image/jpeg');
    props.give(file && { kind: 'file', file });
  };
  const choose = async (file: File | undefined): Promise<void> => {
    props.give(file && { kind: 'file', file });
    setTaken(false);
    // A file that this browser cannot draw is sent anyway, because the phone may be able to.
    setSeen(file !== undefined && (await drawFile(preview, file, 1000)));
  };
  return (
    <>
      <canvas
        ref={preview}
        class="answer-picture"
        role="img"
        aria-label={t`The photo to send`}
        hidden={!seen()}
      />
      <Camera
        onVideo={setVideo}
        onOpen={() => {
          setTaken(false);
          setSeen(false);
          props.give(undefined);
        }}
        done={taken()}
      >
        <button
          type="button"
          class="button is-secondary size-md"
          disabled={!video()}
          onClick={() => void take()}
        >
          {t`Take the photo`}
        </button>
      </Camera>
      <Show when={!video()}>
        <Chooser
          label={t`Or choose a picture`}
          accept="image/*"
          onFile={(file) => void choose(file)}
        />
      </Show>
    </>
  );
}
