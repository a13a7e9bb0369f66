import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { BusySpinner } from '../ui/BusySpinner.tsx';
import { DialogHost } from '../ui/dialogs/index.ts';
import { TooltipHost } from '../ui/popovers/index.ts';
import { ThemeProvider } from '../ui/theme/ThemeProvider.tsx';
import { ToastHost } from '../ui/toasts/index.ts';
import type { AppRouter } from './router/createAppRouter.ts';

interface AppProps {
  readonly router: AppRouter;
  readonly queryClient: QueryClient;
}

export function App({ router, queryClient }: AppProps) {
  return (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <ThemeProvider>
          <RouterProvider router={router} />
          <DialogHost />
          <ToastHost />
          <TooltipHost />
          <BusySpinner />
        </ThemeProvider>
      </QueryClientProvider>
    </StrictMode>
  );
}
