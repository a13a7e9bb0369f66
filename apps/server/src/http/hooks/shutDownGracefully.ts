import type { FastifyInstance } from 'fastify';
import type { BackgroundWork } from '../../runtime/BackgroundWork.ts';

/** Closes without losing anything: requests are answered, background work finishes, keep-alive connections are closed. */
export function shutDownGracefully(
  app: FastifyInstance,
  { background }: { readonly background: BackgroundWork },
): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('onClose', () => background.idle());
}
