import { Buffer } from 'node:buffer'
import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

export interface BundledFile {
  name: string
  content: string
}

/** Several texts as one archive that every system opens. */
export async function zipOf(files: readonly BundledFile[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile()
  for (const { name, content } of files) zip.addBuffer(Buffer.from(content, 'utf8'), name)
  zip.end()
  // In memory of its own: what crosses the bridge is a copy.
  return new Uint8Array(await buffer(zip.outputStream))
}
