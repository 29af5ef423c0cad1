export { PlayFirstDialog } from './play-first-dialog.tsx'
