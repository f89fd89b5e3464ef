// The streams of this page: one per visible phone, however many windows show it.

import { CanvasPicture } from './picture';
import { PhoneStream, type Viewer } from './stream';

/** A stream that paints. */
export type LiveStream = PhoneStream<CanvasPicture>;

const streams = new Map<string, LiveStream>();

/** Lets a window watch a phone. */
export function watchPhone(id: string): { stream: LiveStream; viewer: Viewer } {
  const stream = streams.get(id) ?? openStream(id);
  streams.set(id, stream);
  const viewer = stream.join();
  const leave = (): void => {
    viewer.leave();
    if (stream.empty && streams.get(id) === stream) streams.delete(id);
  };
  return { stream, viewer: { ...viewer, leave } };
}

function openStream(id: string): LiveStream {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:';
  return new PhoneStream({
    open: () =>
      new WebSocket(`${scheme}//${location.host}/ws/phone/${encodeURIComponent(id)}`),
    random: Math.random,
    picture: new CanvasPicture(),
  });
}

/** Returns every stream, for matters of the whole connection. */
export function allStreams(): Iterable<LiveStream> {
  return streams.values();
}
