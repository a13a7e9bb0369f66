import { createLogger, type Logger } from 'vite';

/**
 * Vite's logger without one false warning: postcss-modules inserts the rules that `composes` takes from another file
 * without naming that file, and Vite then warns of assets that might get lost. The composed files name no assets.
 */
export function quietLogger(): Logger {
  const logger = createLogger();
  const { warnOnce } = logger;
  logger.warnOnce = (message, options) => {
    if (!message.includes('`from` option to `postcss.parse`')) warnOnce(message, options);
  };
  return logger;
}
