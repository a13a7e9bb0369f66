import { useParams } from '@tanstack/react-router';
import { ReportPageView } from '../../features/report-page/index.ts';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LangLink } from '../router/LangLink.tsx';
import { LanguageMenu } from '../shell/language/LanguageMenu.tsx';
import classes from './ReportScreen.module.css';

/** Target of the first link in a mail about a report: what became of it (D-OBJ-07). */
export default function ReportScreen() {
  const { token = '' }: { token?: string } = useParams({ strict: false });
  return (
    <div className={classes.screen}>
      <ReportPageView
        key={token}
        address={token}
        head={(companyName) => (
          <header className={classes.head}>
            <LangLink to="/dashboard" className={classes.brand}>
              <BrandMark />
              PGIS
            </LangLink>
            <span className={classes.company}>{companyName}</span>
            <LanguageMenu isShort />
          </header>
        )}
      />
    </div>
  );
}
