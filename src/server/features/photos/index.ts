export { imageOf, takePhoto } from './racer-photos.repository.ts'
