import pg from 'pg';

/** What `pg` keeps to itself: its connection's events, and the mark by which the pool throws a client away. */
interface ClientInside {
  _queryable: boolean;
  connection: NodeJS.EventEmitter;
}

/**
 * A client that outlives its connection quietly. It is never used again after a FATAL error (`pg` waits for the
 * connection to end, so that the pool's next query may be sent to a dead one), and a connection that ends between two
 * queries of a transaction is an error of the next query, not an unheard event that ends the program.
 */
export class PoolClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config);
    this.on('error', () => {});
    const inside = this as unknown as ClientInside;
    inside.connection.on('errorMessage', ({ severity }: { severity?: string }) => {
      if (severity === 'FATAL') inside._queryable = false;
    });
  }
}
