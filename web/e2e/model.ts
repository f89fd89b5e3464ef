// A test's model behind an OpenAI-compatible endpoint: it is asked like any other, and answers when the test says so.

import { createServer, type Server as Listener, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';

import type { Server } from './server';

/** The model. */
export class SlowModel {
  /** The requests without an answer, oldest first. */
  private readonly waiting: ServerResponse[] = [];
  /** How often it was asked. */
  asked = 0;

  private constructor(private readonly listener: Listener) {}

  /** Starts one, and lets the server use it for requests that its planner does not understand. */
  static async start(server: Server): Promise<SlowModel> {
    const listener = createServer();
    const model = new SlowModel(listener);
    listener.on('request', (request, response) => {
      request.resume();
      request.on('end', () => model.take(response));
    });
    await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve));
    const { port } = listener.address() as AddressInfo;
    const added = await server.request('PUT', '/api/models/slow', server.token, {
      baseUrl: `http://127.0.0.1:${port}/v1`,
      model: 'slow',
    });
    expect(added.status, await added.clone().text()).toBeLessThan(300);
    return model;
  }

  /** Waits until it has been asked this often, and answers the latest request. */
  async answer(times: number, thought: string, action: Record<string, unknown>): Promise<void> {
    await this.wasAsked(times);
    const content = JSON.stringify({ thought, action });
    const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }];
    const answer = this.waiting.pop();
    if (!answer) throw new Error('nobody waits for an answer');
    answer.setHeader('content-type', 'application/json');
    answer.end(JSON.stringify({ id: 'x', object: 'chat.completion', model: 'slow', choices }));
  }

  /** Waits until it has been asked this often. */
  async wasAsked(times: number): Promise<void> {
    await expect.poll(() => this.asked, { message: 'how often the model was asked' }).toBe(times);
  }

  stop(): void {
    this.listener.closeAllConnections();
    this.listener.close();
  }

  private take(response: ServerResponse): void {
    this.asked += 1;
    this.waiting.push(response);
    response.on('close', () => {
      const at = this.waiting.indexOf(response);
      if (at >= 0) this.waiting.splice(at, 1);
    });
  }
}
