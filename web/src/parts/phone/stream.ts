// What a page knows about one phone: its picture, size, elements and availability. One stream serves all windows of the
// same phone, with one socket.

import { createSignal, type Accessor, type Setter } from 'solid-js';

import { readFrame } from './frame';
import type { PhoneElement } from '../../protocol/wire';
import { canShow, decodeAll, type Area, type Picture } from './picture';
import { PhoneSocket, type Asked, type Done, type Wire } from './socket';

/** The state of the phone. */
export type Standing =
  | { kind: 'connecting' }
  | { kind: 'live' }
  /** The server reports a problem. */
  | { kind: 'trouble'; message: string }
  /** The server cannot be reached, or does not show the phone. */
  | { kind: 'lost'; ever: boolean };

/** The size of the picture, and whether the phone hides it. */
export interface Screen {
  width: number;
  height: number;
  secure: boolean;
}

/** Describes a frame that was painted into the picture. */
export interface Painted {
  number: number;
  capturedAt: number;
  areas: readonly Area[];
}

/** One window that shows the phone. */
export interface Viewer {
  /** Whether the window is visible. Frames only arrive while one is. */
  see(visible: boolean): void;
  /** Whether it needs the elements on the screen. */
  watch(elements: boolean): void;
  leave(): void;
}

/** The services that a stream uses. */
export interface StreamWorld<P extends Picture> {
  open: () => Wire;
  random: () => number;
  picture: P;
}

/** One phone, live. */
export class PhoneStream<P extends Picture = Picture> {
  readonly screen: Accessor<Screen | undefined>;
  readonly standing: Accessor<Standing>;
  readonly elements: Accessor<PhoneElement[]>;
  readonly picture: P;
  private readonly setScreen: Setter<Screen | undefined>;
  private readonly setStanding: Setter<Standing>;
  private readonly setElements: Setter<PhoneElement[]>;
  private readonly socket: PhoneSocket;
  private readonly viewers = new Set<{ visible: boolean; watching: boolean }>();
  private readonly painters = new Set<(painted: Painted) => void>();
  /** Frames are painted in the order of arrival, whichever is decoded first. */
  private order: Promise<void> = Promise.resolve();
  /** Frames of an older connection are not answered, and frames of another size are not painted. */
  private connection = 0;
  private size = 0;
  private watching = false;
  private paused = false;

  constructor(world: StreamWorld<P>) {
    this.picture = world.picture;
    [this.screen, this.setScreen] = createSignal<Screen>();
    [this.standing, this.setStanding] = createSignal<Standing>({ kind: 'connecting' });
    [this.elements, this.setElements] = createSignal<PhoneElement[]>([]);
    this.socket = new PhoneSocket({
      open: world.open,
      random: world.random,
      opened: () => {
        this.connection += 1;
        this.watching = false;
        this.paused = false;
        this.update();
      },
      lost: (ever) => {
        this.connection += 1;
        this.setStanding({ kind: 'lost', ever });
      },
      heard: (message) => {
        switch (message.type) {
          case 'SCREEN':
            return this.resize(message);
          case 'ELEMENTS':
            return void this.setElements(message.elements);
          case 'TROUBLE':
            return void this.setStanding({ kind: 'trouble', message: message.message });
          case 'BACK':
            return void this.setStanding({ kind: 'live' });
        }
      },
      frame: (data) => this.take(data),
    });
  }

  /** Adds a window; the first one connects. */
  join(): Viewer {
    const viewer = { visible: true, watching: false };
    if (this.viewers.size === 0) this.socket.start();
    this.viewers.add(viewer);
    this.update();
    return {
      see: (visible) => {
        viewer.visible = visible;
        this.update();
      },
      watch: (elements) => {
        viewer.watching = elements;
        this.update();
      },
      leave: () => {
        this.viewers.delete(viewer);
        if (this.viewers.size === 0) this.socket.stop();
        else this.update();
      },
    };
  }

  get empty(): boolean {
    return this.viewers.size === 0;
  }

  /** Calls `paint` for every frame painted into the picture, until the returned function is called. */
  onPaint(paint: (painted: Painted) => void): () => void {
    this.painters.add(paint);
    return () => this.painters.delete(paint);
  }

  /** Requests an action on the phone. */
  ask(message: Asked): Promise<Done> {
    return this.socket.ask(message);
  }

  /** Tries to connect at once if it was waiting. */
  hurry(): void {
    if (!this.empty) this.socket.hurry();
  }

  /** Reconnects: the connection may be dead without notice. */
  restart(): void {
    if (!this.empty) this.socket.start();
  }

  /** Tells the server what the windows need, if that changed. */
  private update(): void {
    const all = [...this.viewers];
    const paused = all.every((viewer) => !viewer.visible);
    const watching = !paused && all.some((viewer) => viewer.visible && viewer.watching);
    if (watching !== this.watching) {
      this.watching = watching;
      this.socket.tell({ type: 'WATCH_ELEMENTS', on: watching });
    }
    if (paused !== this.paused) {
      this.paused = paused;
      this.socket.tell({ type: paused ? 'PAUSE' : 'GO_ON' });
    }
  }

  private resize(screen: Screen): void {
    const { width, height, secure } = screen;
    if (!canShow(width, height)) return this.socket.giveUp();
    const before = this.screen();
    if (before?.width !== width || before.height !== height) {
      this.size += 1;
      this.picture.resize(width, height);
    }
    this.setScreen({ width, height, secure });
    this.setStanding({ kind: 'live' });
  }

  private take(data: ArrayBuffer): void {
    const screen = this.screen();
    if (!screen) return this.socket.giveUp();
    const frame = readFrame(data, screen);
    if (typeof frame === 'string') return this.socket.giveUp();
    const { connection, size } = this;
    const decoded = decodeAll(this.picture, frame);
    // Handled in its turn below; until then nothing else reports a failure.
    decoded.catch(() => undefined);
    this.order = this.order.then(async () => {
      const pixels = await decoded.catch(() => undefined);
      const connected = connection === this.connection;
      if (!pixels) {
        if (connected) this.socket.giveUp();
        return;
      }
      const current = connected && size === this.size;
      pixels.forEach((one, nth) => {
        const region = frame.regions[nth];
        if (current && region) this.picture.put(one, region);
        one.close();
      });
      if (!connected) return;
      const { number, capturedAt } = frame;
      if (current)
        for (const paint of this.painters) paint({ number, capturedAt, areas: frame.regions });
      this.socket.tell({ type: 'SHOWN', frame: number });
    });
  }
}
