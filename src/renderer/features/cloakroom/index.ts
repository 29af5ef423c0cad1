export { TakeOutDialog } from './take-out-dialog.tsx'
