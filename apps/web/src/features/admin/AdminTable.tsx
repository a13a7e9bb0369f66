import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { errorText, useTexts } from '../../i18n/index.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { AddButton } from './AddButton.tsx';
import classes from './admin.module.css';

interface AdminTableProps {
  readonly label: string;
  readonly query: { readonly error: unknown; readonly isError: boolean; readonly isLoading: boolean };
  /** Missing if the user may not add a row. */
  readonly add?: { readonly text: string; readonly onClick: () => void } | false;
  readonly children: ReactNode;
}

/** A table with its add button, or the error that kept it from loading. */
export function AdminTable({ label, query, add = false, children }: AdminTableProps) {
  const { t } = useTexts();
  if (query.isError) return <EmptyState title={t('ADMIN.NOT_LOADED')} text={errorText(t, query.error)} />;
  return (
    <>
      {add && (
        <div className={classes.bar}>
          <AddButton {...add} />
        </div>
      )}
      <div className={classes.table}>
        <Table aria-label={label} aria-busy={query.isLoading}>
          {children}
        </Table>
      </div>
    </>
  );
}
