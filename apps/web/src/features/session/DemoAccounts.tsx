import { useTexts } from '../../i18n/index.ts';
import { demoAccounts, demoPassword } from './demoAccounts.ts';
import classes from './forms.module.css';

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
