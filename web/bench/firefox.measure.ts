// The same desktop in Debian's Firefox. It has no trace of its threads for us, so these figures are by the clock on the
// wall: what else the machine does is in them.

import { afterAll, beforeAll, expect, it } from 'vitest';

import { Firefox, type Tab } from '../e2e/firefox';
import { Server, type Agent } from '../e2e/server';
import { figure, percentile, table } from './figures';

const many = 300;
const placed = (index: number) => ({
  bounds: { x: (index % 20) * 50, y: Math.floor(index / 20) * 34, w: 320, h: 200 },
});

let server: Server;
let firefox: Firefox;
let agent: Agent;
let tab: Tab;

beforeAll(async () => {
  server = await Server.start();
  firefox = await Firefox.start();
  agent = await server.agent('painter');
  tab = await firefox.open(server.link, 1440, 900);
  await tab.find('main', 'Desktop');
}, 180_000);
afterAll(async () => {
  await firefox?.stop();
  await server?.stop();
  console.log(`\n${table()}\n`);
});

const shown = (): Promise<unknown> => tab.evaluate(`document.querySelectorAll('[data-window]').length`);

/** Makes the page note the time between its frames, until it is asked for them. */
async function noteFrames(): Promise<void> {
  await tab.evaluate(`(() => {
    const gaps = [];
    let last = performance.now();
    let on = true;
    const next = (time) => {
      gaps.push(time - last);
      last = time;
      if (on) requestAnimationFrame(next);
    };
    requestAnimationFrame(next);
    window.framesNoted = () => { on = false; return gaps.slice(1); };
  })()`);
}

const framesNoted = async (): Promise<number[]> => (await tab.evaluate('window.framesNoted()')) as number[];

it('three hundred windows appear', async () => {
  await noteFrames();
  const begin = performance.now();
  const all = Array.from({ length: many }, (_, index) => index);
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (let index = all.shift(); index !== undefined; index = all.shift())
        await agent.open(`w${index}`, placed(index));
    }),
  );
  await expect.poll(shown).toBe(many);
  figure(`Firefox, ${many} windows: until all were shown`, performance.now() - begin, 'ms', 2000);
  figure(`Firefox, ${many} windows: longest frame`, Math.max(...(await framesNoted())), 'ms');
});

it('all of them come at once to a page that is loaded again', async () => {
  const begin = performance.now();
  await tab.goto(`${server.origin}/`);
  await expect.poll(shown).toBe(many);
  figure(`Firefox, reload with ${many} windows: until all were shown`, performance.now() - begin, 'ms', 2000);
});

it('a drag among them', async () => {
  await agent.act({ type: 'window.focus', windowId: `w${many - 1}` });
  const [x = 0, y = 0] = await tab.boundsOf('heading', `w${many - 1}`);
  await noteFrames();
  const path = Array.from({ length: 180 }, (_, step) => ({
    x: 400 + 200 * Math.cos(step / 20),
    y: 300 + 150 * Math.sin(step / 20),
  }));
  await tab.drag([{ x: x + 20, y: y + 5 }, ...path]);
  const gaps = await framesNoted();
  figure('Firefox, drag: a frame, median', percentile(gaps, 0.5), 'ms');
  figure('Firefox, drag: a frame, 95th percentile', percentile(gaps, 0.95), 'ms', 33);
});
