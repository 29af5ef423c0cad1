export { PhotoDialog, type Photographed } from './photo-dialog.tsx'
export { RidePhoto } from './ride-photo.tsx'
export { useCamera } from './use-camera.ts'
