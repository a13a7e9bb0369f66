import { Button } from '@mantine/core';
import { IconLogin2, IconMap2 } from '@tabler/icons-react';
import { useTexts } from '../../i18n/index.ts';
import { LangLink } from '../router/LangLink.tsx';
import { BaseMapBackdrop } from './BaseMapBackdrop.tsx';
import { Card } from './Card.tsx';
import classes from './LandingScreen.module.css';

/** D-SESS-09: the start in development. */
export default function LandingScreen() {
  const { t } = useTexts();
  return (
    <>
      <BaseMapBackdrop />
      <Card isAtSide>
        <h1 className={classes.title}>{t('LANDING.TITLE')}</h1>
        <p className={classes.text}>{t('LANDING.TEXT')}</p>
        <div className={classes.actions}>
          <Button
            size="lg"
            leftSection={<IconMap2 size={18} />}
            renderRoot={(props) => <LangLink to="/dashboard" preload="render" {...props} />}
          >
            {t('LANDING.OPEN_MAP')}
          </Button>
          <Button
            size="lg"
            variant="default"
            leftSection={<IconLogin2 size={18} />}
            renderRoot={(props) => <LangLink to="/auth/login" {...props} />}
          >
            {t('SHELL.SIGN_IN')}
          </Button>
        </div>
      </Card>
    </>
  );
}
