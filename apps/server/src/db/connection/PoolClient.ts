import pg from 'pg';

/**
 * Private parts of `pg`'s client: its connection's events, and the mark that makes the pool discard a client.
 */
interface ClientInside {
  _queryable: boolean;
  connection: NodeJS.EventEmitter;
}

/**
 * Client that survives the loss of its connection. After a FATAL error it is never used again (`pg` waits for
 * the connection to end, so the pool could send its next query to a dead one). A connection that ends between
 * two queries of a transaction fails the next query instead of ending the program with an unhandled event.
 */
export class PoolClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
    const inside = this as unknown as ClientInside;
    inside.connection.on('errorMessage', ({ severity }: { severity?: string }) => {
      if (severity === 'FATAL') this.markUnusable();
    });
  }

  /** Makes the pool discard this client when it is released. */
  protected markUnusable(): void {
    (this as unknown as ClientInside)._queryable = false;
  }
}
