import { generalPicture } from '../../admin-api/contract/pictures.ts'

/** What a shared link shows beside its words: a PNG of pictureSize. */
export type PagePicture = {
  /** Absolute, without origin. */
  path: string
  /** What it shows, in words. */
  alt: string
}

export const sitePicture: PagePicture = {
  path: generalPicture,
  alt: 'A galleon under full sail beside the words: Estimate your ETF dividend treasure'
}
