// The microphone: records a file and reports the volume meanwhile.

/** The listeners of a running recording. */
export interface Hears {
  /** The volume, from 0 to 1. */
  level: (value: number) => void;
  /** The duration so far. */
  seconds: (value: number) => void;
  /** The recording is complete. */
  done: (file: File) => void;
}

/** A running recording. */
export interface Recorder {
  stop(): void;
  /** Ends it without a file. */
  discard(): void;
}

/** The recording ends by itself after this long: about 5 MB at 64 kbit/s. */
const longest = 600;

/** File types by recording format. */
const types: readonly [string, string][] = [
  ['audio/webm', 'webm'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg', 'ogg'],
];

/** Requests the microphone and starts recording. Rejects if the browser refuses. */
export async function startRecorder(hears: Hears): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const [type, ending] = types.find(([type]) => MediaRecorder.isTypeSupported(type)) ?? ['', 'bin'];
  const recorder = new MediaRecorder(stream, {
    ...(type === '' ? {} : { mimeType: type }),
    audioBitsPerSecond: 64_000,
  });
  const pieces: Blob[] = [];
  let discarded = false;
  recorder.ondataavailable = (event) => pieces.push(event.data);

  const sound = new AudioContext();
  const analyser = sound.createAnalyser();
  analyser.fftSize = 512;
  sound.createMediaStreamSource(stream).connect(analyser);
  const samples = new Uint8Array(analyser.fftSize);
  const began = performance.now();
  const watch = setInterval(() => {
    analyser.getByteTimeDomainData(samples);
    const power = samples.reduce((sum, sample) => sum + (sample - 128) ** 2, 0) / samples.length;
    // Speech fills about a quarter of the range, shown as most of the meter.
    hears.level(Math.min(1, (Math.sqrt(power) / 128) * 4));
    const seconds = Math.floor((performance.now() - began) / 1000);
    hears.seconds(seconds);
    if (seconds >= longest) stop();
  }, 100);

  recorder.onstop = () => {
    clearInterval(watch);
    void sound.close();
    for (const track of stream.getTracks()) track.stop();
    if (!discarded) hears.done(new File(pieces, `recording.${ending}`, { type }));
  };
  const stop = (): void => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  recorder.start();
  return {
    stop,
    discard: () => {
      discarded = true;
      stop();
    },
  };
}
