export { FirstPasswordForm } from './FirstPasswordForm.tsx';
export { ForgotPasswordForm } from './ForgotPasswordForm.tsx';
export { ResetPasswordForm } from './ResetPasswordForm.tsx';
export { SignInForm } from './SignInForm.tsx';
