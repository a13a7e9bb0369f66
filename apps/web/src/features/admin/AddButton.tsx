import { Button } from '@mantine/core';
import { IconPlus, type TablerIcon } from '@tabler/icons-react';
import classes from './admin.module.css';

interface AddButtonProps {
  readonly text: string;
  readonly Icon?: TablerIcon;
  readonly onClick: () => void;
}

/** The button at the end of the bar above a table. */
export function AddButton({ text, Icon = IconPlus, onClick }: AddButtonProps) {
  return (
    <Button className={classes.add ?? ''} leftSection={<Icon size={16} />} onClick={onClick}>
      {text}
    </Button>
  );
}
