import { useTexts } from '../../../i18n/index.ts';
import classes from './forms.module.css';

/** The accounts of the demo data; their password is public. */
const demoPassword = 'demo-pgis-2026';

const demoAccounts = [
  { email: 'admin@demo.example', role: 'LOGIN.DEMO_ADMIN' },
  { email: 'editor@demo.example', role: 'LOGIN.DEMO_EDITOR' },
  { email: 'viewer@demo.example', role: 'LOGIN.DEMO_VIEWER' },
] as const;

interface DemoAccountsProps {
  readonly onChoose: (email: string, password: string) => void;
}

export function DemoAccounts({ onChoose }: DemoAccountsProps) {
  const { t } = useTexts();
  return (
    <section className={classes.demo} aria-labelledby="demo-accounts">
      <h2 id="demo-accounts">{t('LOGIN.DEMO_TITLE')}</h2>
      <span>{t('LOGIN.DEMO_TEXT')}</span>
      <div className={classes.accounts}>
        {demoAccounts.map(({ email, role }) => (
          <button
            key={email}
            type="button"
            className={classes.account}
            onClick={() => onChoose(email, demoPassword)}
          >
            <b>{t(role)}</b> <span>{email}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
