import type { Socket } from 'node:net';
import type { WireRequest } from './service.ts';
import { answerFrom, rawMessage, type Handle } from './wire-message.ts';

/** How long the client has to read a last answer before the connection is cut. */
const lingerMs = 2000;

/** Last answers on connections that cannot go on. */
export interface GracefulClose {
  /** whether a connection has had its last answer, or is about to */
  said(socket: Socket): boolean;
  /** answers a request as the last one on its connection, after those before it; a second time there, it does nothing */
  answer(socket: Socket, request: WireRequest, before: readonly Promise<void>[]): Promise<void>;
}

export function createGracefulClose(handle: Handle): GracefulClose {
  const said = new WeakSet<Socket>();
  return {
    said: (socket) => said.has(socket),
    async answer(socket, request, before) {
      if (said.has(socket)) return;
      said.add(socket);
      await Promise.all(before);
      if (socket.writable) part(socket, rawMessage(await answerFrom(handle, request)));
    },
  };
}

/** What still arrives is read and dropped: a connection closed over unread bytes is reset, and the answer lost (RFC 9112 section 9.6). */
function part(socket: Socket, bytes: string): void {
  const cut = setTimeout(() => socket.destroy(), lingerMs);
  socket.once('close', () => clearTimeout(cut));
  socket.resume();
  socket.end(bytes);
}
