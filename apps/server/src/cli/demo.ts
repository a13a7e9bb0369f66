import { demoPassword, demoUsers } from '../demo/demoUsers.ts';
import { seedSystem } from '../seedSystem.ts';
import { type Command, UsageError } from './Command.ts';

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Seed an empty database with the demo company and its data',
  usage: `Usage: npm run pgis -- demo

Adds the demo company with its users, layers and objects, as the first start on the embedded database does. The
database must have no company yet. Meant for trying out PostgreSQL (DATABASE_URL).`,
  async run(args, { config, openDatabase, print }) {
    if (args.length > 0) throw new UsageError('demo has no arguments');
    const database = await openDatabase();
    const present = await database.db
      .selectFrom('companies')
      .select('name')
      .where('company_id', '>', 0)
      .executeTakeFirst();
    if (present !== undefined)
      throw new Error(`There is already a company, "${present.name}"; the demo needs an empty database.`);
    await seedSystem(database, { ...config, demo: 'on' }, print);
    print(`Sign in as ${demoUsers.map(({ email }) => email).join(', ')} with the password ${demoPassword}`);
    return 0;
  },
};
