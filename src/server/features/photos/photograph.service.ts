import { readFile } from 'node:fs/promises'
import type { CallContext } from '#server/core/slice.ts'
import { AppError } from '#shared/core/errors.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTO_SIDE_PX } from '#shared/features/photos/racer-photos.schema.ts'
import { jpegSize } from './jpeg.calc.ts'

const KILOBYTE = 1024
/** Larger uploads are not read; smaller ones get an error with the size limit. */
export const MAX_PHOTO_UPLOAD_BYTES = 2_097_152

/** The uploaded photograph, checked by content. Throws `files.wrongType` or `photos.tooLarge`. */
export const readPhotograph = (ctx: CallContext): Promise<Buffer> =>
  ctx.withUpload(MAX_PHOTO_UPLOAD_BYTES, ({ path }) => requirePhotograph(path))

/** The content of a file that is a photograph. Throws `files.wrongType` or `photos.tooLarge`. */
export async function requirePhotograph(path: string): Promise<Buffer> {
  const image = await readFile(path)
  const size = jpegSize(image)
  if (!size) throw new AppError('files.wrongType', { types: 'jpg', field: 'file' })
  if (image.length > MAX_PHOTO_BYTES || Math.max(size.width, size.height) > MAX_PHOTO_SIDE_PX)
    throw new AppError('photos.tooLarge', { limit: MAX_PHOTO_BYTES / KILOBYTE, side: MAX_PHOTO_SIDE_PX, field: 'file' })
  return image
}
