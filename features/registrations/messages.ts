import { texts } from '#platform/text.ts'

/** Texts of self-registration and its review (spec 2 §5, §8; own words where the spec names a text without giving it). */
export const say = texts('Registration', {
  MsgFirstNameCannotBeNull: 'First name cannot be empty',
  MsgLastNameCannotBeNull: 'Last name cannot be empty',
  MsgEmailCannotBeNull: 'Email cannot be empty',
  MsgBuildingCannotBeNull: 'Building cannot be empty',
  MsgUnitNumberCannotBeNull: 'Unit number cannot be empty',
  MsgPhoneNumberCannotBeNull: 'Cell phone cannot be empty',
  MsgUserNameCannotBeNull: 'UserName cannot be empty',
  MsgPinCannotBeNull: 'Pin cannot be empty',
  MsgPinInvalid: 'Please enter 6 digits for the PIN!',
  MsgCourierCannotBeNull: 'Courier cannot be empty',
  MsgPropertyAndBuildingMissing: 'Please select property and building for the access',
  MsgPropertyMissing: 'Please select property for the access',
  MsgPropertyAtLeastOne: 'Please select at least one Property',
  MsgCommentsTooLong: 'comments cannot be more than 250 characters!',
  MsgSelfRegisterLoadFailed: 'Self Register Form load failed',
  MsgRegistrationLoadFailed: 'Registration Form load failed',
  MsgFormLoadFailed: 'Unable to load form. Please try again!',
  MsgRegistrationDetailsFailed: 'Unable to load Registration details',
  MsgCaptchaFailed: 'An error occurred while submitting the form.',
  MsgRegistrationVerificationError: 'Your registration could not be verified. The link may have been used or be too old.',
  MsgRegistrationVerificationSuccessful: 'Your registration has been verified. You will hear from us once it has been reviewed.',
})
