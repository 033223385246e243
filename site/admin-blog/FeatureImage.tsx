import { useState } from 'react'
import { imageUpload } from '../../admin-api/contract/blog.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { FileButton } from '../ui/FileButton.tsx'
import { uploadImage } from './editor/tools/upload-image.ts'
import type { Fields } from './form-state.ts'

type FeatureImageProps = {
  fields: Pick<Fields, 'featureImage' | 'featureAlt'>
  onChange: (fields: Partial<Fields>) => void
}

/** The image above the post, in lists and in previews of shared links. */
export function FeatureImage({ fields: { featureImage, featureAlt }, onChange }: FeatureImageProps) {
  const [status, setStatus] = useState<string | null>(null)

  async function upload(file: File) {
    setStatus('Uploading…')
    const result = await uploadImage(file, (share) => setStatus(`Uploading, ${Math.round(share * 100)}%`))
    setStatus(result.ok ? null : result.message)
    if (result.ok) onChange({ featureImage: result.image.url, featureAlt: '' })
  }

  return (
    <div className="feature-image field">
      <p className="field__label">Feature image</p>
      {featureImage !== '' && <img className="feature-image__picture" src={featureImage} alt={featureAlt} />}
      <p className="field__hint" role="status">
        {status ??
          (featureImage === ''
            ? 'Without one, the post gets one of our drawings. 1200 by 630 pixels fit everywhere.'
            : 'Shown above the post, in lists and with shared links.')}
      </p>
      <div className="row gap-2">
        <FileButton
          text={featureImage === '' ? 'Choose an image' : 'Choose another image'}
          label="Feature image file"
          accept={imageUpload.types.join(',')}
          onFile={(file) => void upload(file)}
        />
        {featureImage !== '' && (
          <Button variant="quiet" onClick={() => onChange({ featureImage: '', featureAlt: '' })}>
            Remove the image
          </Button>
        )}
      </div>
      {featureImage !== '' && (
        <Field
          name="feature_image_alt"
          label="What the feature image shows"
          autoComplete="off"
          value={featureAlt}
          onChange={({ target }) => onChange({ featureAlt: target.value })}
        />
      )}
    </div>
  )
}
