export { guestPictureOf, takeGuestPictures } from './guest-pictures.repository.ts'
export { receiveGuestPicture } from './guest-pictures.service.ts'
export { imageOf, takePhoto } from './racer-photos.repository.ts'
