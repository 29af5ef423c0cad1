export { PhotoDialog } from './photo-dialog.tsx'
export { RidePhoto } from './ride-photo.tsx'
