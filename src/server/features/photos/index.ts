export { guestPictureOf, takeGuestPictures } from './guest-pictures.repository.ts'
export { receiveGuestPicture } from './guest-pictures.service.ts'
export { MAX_PHOTO_UPLOAD_BYTES, requirePhotograph } from './photograph.service.ts'
export { imageOf, takePhoto } from './racer-photos.repository.ts'
