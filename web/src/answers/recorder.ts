// The microphone: what it hears as a file, and how loud it is meanwhile.

/** Who hears of a running recording. */
export interface Hears {
  /** How loud it is, from 0 to 1. */
  level: (value: number) => void;
  /** How long it has been running. */
  seconds: (value: number) => void;
  /** It is over. */
  done: (file: File) => void;
}

/** A recording that runs. */
export interface Recorder {
  stop(): void;
  /** Ends it without a file. */
  discard(): void;
}

/** After this long it ends by itself: at 64 kbit/s some 5 MB. */
const longest = 600;

/** File types by what browsers record. */
const types: readonly [string, string][] = [
  ['audio/webm', 'webm'],
  ['audio/mp4', 'm4a'],
  ['audio/ogg', 'ogg'],
];

/** Asks for the microphone and begins. Rejects when it is not handed out. */
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
    // Speech fills about a quarter of the range: shown as most of the meter.
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
