import { Outlet } from '@tanstack/react-router';
import classes from './SimpleLayout.module.css';

/** ROUT-07: a layout with only the routed content. */
export default function SimpleLayout() {
  return (
    <main id="content" className={classes.screen}>
      <Outlet />
    </main>
  );
}
