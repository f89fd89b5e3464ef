// The text of a QR code: from the camera, or from a picture.

import { createEffect, createSignal, onCleanup, Show, type JSX } from 'solid-js';

import { visible } from '../bidi';
import { t } from '../words/say';
import { Camera } from './camera';
import { readQr } from './decode-qr';
import { Chooser } from './file';
import type { FormProps } from './given';
import { drawFile, drawOnto } from './picture';

/** How often the camera's picture is read, in milliseconds, and at which size. */
const every = 200;
const live = 800;
const still = 1600;

/** A QR code. */
export function QrForm(props: FormProps): JSX.Element {
  const [video, setVideo] = createSignal<HTMLVideoElement>();
  const [says, setSays] = createSignal<string>();
  const [wrong, setWrong] = createSignal('');
  const canvas = document.createElement('canvas');
  const found = (text: string): void => {
    setSays(text);
    setWrong('');
    props.give({ kind: 'text', text });
  };
  const forget = (): void => {
    setSays(undefined);
    setWrong('');
    props.give(undefined);
  };
  createEffect(() => {
    const source = video();
    if (!source || says() !== undefined) return;
    let over = false;
    const look = async (): Promise<void> => {
      drawOnto(canvas, source, source.videoWidth, source.videoHeight, live);
      const text = await readQr(canvas);
      if (over) return;
      if (text === undefined) timer = setTimeout(() => void look(), every);
      else found(text);
    };
    let timer = setTimeout(() => void look(), every);
    onCleanup(() => {
      over = true;
      clearTimeout(timer);
    });
  });
  const choose = async (file: File | undefined): Promise<void> => {
    forget();
    if (!file) return;
    if (!(await drawFile(canvas, file, still))) return void setWrong(t`This browser cannot read this file as a picture.`);
    const text = await readQr(canvas);
    if (text === undefined) setWrong(t`No QR code was found in this picture.`);
    else found(text);
  };
  return (
    <>
      <Camera
        onVideo={setVideo}
        onOpen={forget}
        done={says() !== undefined}
      >
        <p class="fine">{t`Hold the code so that all of it is in the picture.`}</p>
      </Camera>
      <p role="status" class="answer-found">
        <Show when={says()}>
          {(text) => (
            <>{t`The code says:`}{' '}<bdi class="tick-name">{visible(text().slice(0, 400))}</bdi>
            </>
          )}
        </Show>
      </p>
      <p class="answer-wrong" role="alert">
        {wrong()}
      </p>
      <Show when={!video()}>
        <Chooser
          label={t`Or choose a picture of it`}
          accept="image/*"
          onFile={(file) => void choose(file)}
        />
      </Show>
    </>
  );
}
