import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface BundledFile {
  name: string
  content: string
}

/** Returns several texts as a ZIP archive. */
export async function zipOf(files: readonly BundledFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const { name, content } of files) zip.addBuffer(Buffer.from(content, 'utf8'), name)
  zip.end()
  // A standalone buffer, because data is copied across the bridge.
  return new Uint8Array(await buffer(zip.outputStream))
}
