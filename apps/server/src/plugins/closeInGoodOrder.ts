import type { FastifyInstance } from 'fastify';
import type { AppDeps } from '../AppDeps.ts';

/** What was asked is answered, what runs in the background is finished, and no kept connection holds anything up. */
export function closeInGoodOrder(app: FastifyInstance, { background }: AppDeps): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onSend', async (_, reply) => {
    if (isClosing) reply.header('connection', 'close');
  });
  app.addHook('onClose', () => background.idle());
}
