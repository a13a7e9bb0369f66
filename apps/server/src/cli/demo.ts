import { demoPassword, demoUsers } from '../demo/demoUsers.ts';
import { seedSystem } from '../seedSystem.ts';
import { type Command, UsageError } from './Command.ts';

export const demoCommand: Command = {
  name: 'demo',
  summary: 'Put the demo company and its data into an empty database',
  usage: `Usage: npm run pgis -- demo

Makes the demo company with its users, layers and objects, as the first start on the embedded database does. Into a
database that has no company yet: it is meant for trying out PostgreSQL (DATABASE_URL).`,
  async run(args, { config, openDatabase, print }) {
    if (args.length > 0) throw new UsageError('demo takes no arguments');
    const database = await openDatabase();
    const present = await database.db
      .selectFrom('companies')
      .select('name')
      .where('company_id', '>', 0)
      .executeTakeFirst();
    if (present !== undefined)
      throw new Error(
        `There is the company "${present.name}" already; the demo goes into an empty database only.`,
      );
    await seedSystem(database, { ...config, demo: 'on' }, print);
    print(`Sign in as ${demoUsers.map(({ email }) => email).join(', ')} with the password ${demoPassword}`);
    return 0;
  },
};
