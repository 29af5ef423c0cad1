import { AppError } from '#shared/core/errors.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTO_SIDE_PX } from '#shared/features/photos/racer-photos.schema.ts'

/** Qualities that are tried until the picture is small enough. */
const QUALITIES = [0.8, 0.6, 0.4, 0.2]

/** A picture of a phone as a JPEG that the server takes. Throws `files.wrongType` for what is no picture. */
export async function smallJpeg(file: File): Promise<File> {
  const picture = await createImageBitmap(file).catch(() => {
    throw new AppError('files.wrongType', { types: 'jpg, png' })
  })
  const scale = Math.min(1, MAX_PHOTO_SIDE_PX / Math.max(picture.width, picture.height))
  const canvas = Object.assign(document.createElement('canvas'), {
    width: Math.max(1, Math.round(picture.width * scale)),
    height: Math.max(1, Math.round(picture.height * scale)),
  })
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  for (const quality of QUALITIES) {
    const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
    if (blob && blob.size <= MAX_PHOTO_BYTES) return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
  }
  throw new AppError('files.wrongType', { types: 'jpg, png' })
}
