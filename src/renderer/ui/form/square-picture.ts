const SIDE = 256

/** Crops the middle of a picture to a small square; a phone's photo is about a hundred times larger than needed. */
export async function squareOf(file: File): Promise<File> {
  const picture = await createImageBitmap(file)
  const side = Math.min(picture.width, picture.height)
  const canvas = Object.assign(document.createElement('canvas'), { width: SIDE, height: SIDE })
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2]
  canvas.getContext('2d')?.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/png'))
  if (!blob) throw new Error('the picture cannot be drawn')
  return new File([blob], 'avatar.png', { type: 'image/png' })
}
