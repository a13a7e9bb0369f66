import type { Command } from './Command.ts';

/** Every command by its name; a file is loaded when its command is asked for. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  backup: async () => (await import('./backup.ts')).backupCommand,
  company: async () => (await import('./company.ts')).companyCommand,
  demo: async () => (await import('./demo.ts')).demoCommand,
  erase: async () => (await import('./erase.ts')).eraseCommand,
  export: async () => (await import('./export.ts')).exportCommand,
  import: async () => (await import('./import.ts')).importCommand,
  restore: async () => (await import('./restore.ts')).restoreCommand,
  user: async () => (await import('./user.ts')).userCommand,
  'verify-log': async () => (await import('./verifyLog.ts')).verifyLogCommand,
};
