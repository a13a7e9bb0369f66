import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** Headers and body as they came. */
  readonly raw: string;
}

export interface TestSmtp extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly mails: readonly ReceivedMail[];
}

/** A real mail server on this machine, on that port or a free one, that keeps what it gets. */
export async function startSmtp(
  options: SMTPServerOptions = {},
  port = 0,
  listensAt = '127.0.0.1',
): Promise<TestSmtp> {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      text(stream)
        .then((raw) => {
          mails.push({
            from: mailFrom === false ? '' : mailFrom.address,
            to: rcptTo.map(({ address }) => address),
            raw,
          });
          done();
        })
        .catch(done);
    },
    ...options,
  });
  server.on('error', () => {});
  const listener = server.listen(port, listensAt);
  await once(listener, 'listening');
  const address = listener.address();
  const actualPort = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    port: actualPort,
    url: `smtp://127.0.0.1:${actualPort}`,
    mails,
    [Symbol.asyncDispose]: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
