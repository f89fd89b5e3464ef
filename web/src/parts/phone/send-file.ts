// Sends a file to the phone, with progress.

import { t } from '../../words/say';

/** The result: the file's path, or an error. */
export type Sent = { ok: true; path: string } | { ok: false; message: string };

/** The largest file that the server accepts. */
export const mostBytes = 32 * 1024 * 1024;

/** Sends one file. `progress` receives the sent share, from 0 to 1. */
export function sendFile(
  device: string,
  file: File,
  progress: (part: number) => void,
  stop: AbortSignal,
): Promise<Sent> {
  if (file.size > mostBytes) {
    const most = Math.floor(mostBytes / 1024 / 1024);
    return Promise.resolve({ ok: false, message: t`it is larger than ${most} MB` });
  }
  return new Promise((resolve) => {
    // `fetch` does not report upload progress.
    const request = new XMLHttpRequest();
    const name = encodeURIComponent(file.name);
    request.open('POST', `/api/devices/${encodeURIComponent(device)}/files?name=${name}`);
    request.setRequestHeader('content-type', 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => progress(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(outcome(request.status, request.responseText));
    request.onerror = () => resolve({ ok: false, message: t`the server does not answer` });
    request.onabort = () => resolve({ ok: false, message: t`it was stopped` });
    stop.addEventListener('abort', () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Parses the server's answer. */
export function outcome(status: number, text: string): Sent {
  let body: { path?: unknown; error?: { message?: unknown } } | null;
  try {
    body = JSON.parse(text) as typeof body;
  } catch {
    body = null;
  }
  if (status >= 200 && status < 300 && typeof body?.path === 'string')
    return { ok: true, path: body.path };
  const why = body?.error?.message;
  if (typeof why === 'string') return { ok: false, message: why };
  return { ok: false, message: t`the server answered ${status}` };
}
