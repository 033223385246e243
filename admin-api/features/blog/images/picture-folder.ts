import { join } from 'node:path'

export function pictureFolderIn(dataDir: string): string {
  return join(dataDir, 'blog-images')
}
