import { defineMessages } from './define-messages.ts'

/** Texts about photos of labels and proofs. */
export const t = defineMessages('Photo', {
  ButtonTakePhoto: 'Take a photo',
  ButtonRemovePhoto: 'Remove photo',
  WordPhoto: 'Photo',
  MsgPhotoUnreadable: 'This picture cannot be read. Please use a JPEG or PNG.',
  MsgPhotoTooLarge: 'This picture is too large.',
  MsgPhotoTooManyPixels: 'This photo has more than {megapixels} megapixels. Take it with a lower resolution, or save it as JPEG.',
})
