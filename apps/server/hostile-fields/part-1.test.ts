import { testHostileFields } from '../testing/hostile-fields.ts'

testHostileFields(1)
