// The live camera picture. Asks for nothing before the person presses the button.

import { createEffect, createSignal, onCleanup, onMount, Show, type JSX } from 'solid-js';

import { t } from '../words/say';
import { missing, refusal } from './devices';

/** A button that opens the camera, then its picture. `children` appears below it while it is open. */
export function Camera(props: {
  /** Receives the video element while the camera is open, `undefined` once it is closed. */
  onVideo: (video: HTMLVideoElement | undefined) => void;
  /** Whether it has done its work and is closed again. */
  done: boolean;
  /** Called when the person opens it, perhaps again. */
  onOpen: () => void;
  children: JSX.Element;
}): JSX.Element {
  const [stream, setStream] = createSignal<MediaStream>();
  const [wrong, setWrong] = createSignal(missing('camera') ?? '');
  const [busy, setBusy] = createSignal(false);
  let gone = false;
  const stop = (): void => {
    for (const track of stream()?.getTracks() ?? []) track.stop();
    setStream(undefined);
    props.onVideo(undefined);
  };
  onCleanup(() => {
    gone = true;
    stop();
  });
  createEffect(() => {
    if (props.done && stream()) stop();
  });
  const open = async (): Promise<void> => {
    props.onOpen();
    setBusy(true);
    setWrong('');
    try {
      const video = { facingMode: 'environment', width: { ideal: 1920 } };
      const opened = await navigator.mediaDevices.getUserMedia({ video });
      if (gone) for (const track of opened.getTracks()) track.stop();
      else setStream(opened);
    } catch (error) {
      setWrong(refusal('camera', error));
    }
    setBusy(false);
  };
  // Its stream comes once the element is in the page: a browser that moves a video there loads it anew,
  // and a `play()` from before then fails.
  const show = (video: HTMLVideoElement, shown: MediaStream): void => {
    onMount(() => {
      video.srcObject = shown;
      void video.play().catch(() => undefined);
    });
  };
  return (
    <div class="answer-part">
      <Show
        when={stream()}
        fallback={
          <Show when={missing('camera') === undefined}>
            <button
              type="button"
              class="button is-secondary size-md"
              disabled={busy()}
              onClick={() => void open()}
            >
              {props.done ? t`Open the camera again` : t`Open the camera`}
            </button>
          </Show>
        }
      >
        {(shown) => (
          <>
            <video
              class="answer-picture"
              aria-label={t`What the camera sees`}
              autoplay
              muted
              playsinline
              onPlaying={(event) => props.onVideo(event.currentTarget)}
              ref={(video) => show(video, shown())}
            />
            {props.children}
          </>
        )}
      </Show>
      <p class="answer-wrong" role="alert">
        {wrong()}
      </p>
    </div>
  );
}
