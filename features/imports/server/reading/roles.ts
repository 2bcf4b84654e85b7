import { headingKey } from '../../fields.ts'

/** Words for the part that a person has in a lease or a household, in the languages of the product. */
const ROLES =
  'tenant,cotenant,subtenant,resident,coresident,primary,secondary,main,lead,head,household,householder,hoh,occupant,cooccupant,additional,adult,minor,child,infant,toddler,dependent,dependant,guarantor,coguarantor,cosigner,cosignor,signer,signatory,leaseholder,lessee,colessee,sublessee,subletter,renter,corenter,roommate,housemate,flatmate,mate,room,spouse,husband,wife,partner,son,daughter,mother,father,parent,guardian,applicant,coapplicant,owner,coowner,homeowner,caregiver,caretaker,aide,member,responsible,party,joint,mieter,mieterin,hauptmieter,hauptmieterin,mitmieter,mitmieterin,untermieter,untermieterin,nachmieter,nachmieterin,bewohner,bewohnerin,mitbewohner,mitbewohnerin,hauptbewohner,hauptbewohnerin,bürge,bürgin,ehefrau,ehemann,ehegatte,ehegattin,ehepartner,ehepartnerin,partnerin,lebensgefährte,lebensgefährtin,lebenspartner,lebenspartnerin,kind,sohn,tochter,mutter,vater,minderjährig,minderjährige,minderjähriger,eigentümer,eigentümerin,miteigentümer,miteigentümerin,vertragspartner,vertragspartnerin,nutzer,nutzerin,haushaltsvorstand,angehörige,angehöriger,inquilino,inquilina,coinquilino,coinquilina,arrendatario,arrendataria,coarrendatario,coarrendataria,subarrendatario,subarrendataria,titular,cotitular,principal,avalista,fiador,fiadora,garante,ocupante,residente,corresidente,menor,edad,hijo,hija,cónyuge,esposo,esposa,marido,mujer,pareja,madre,padre,propietario,propietaria,copropietario,copropietaria,compañero,compañera,piso,habitante,conviviente,secundario,secundaria,adicional,familia,cabeza'
const IS_ROLE = new Set(ROLES.split(',').map(headingKey))
/** Words and endings beside one: "Head of household", "Co-tenant", "Mieter/in", "Inquilino/a", "menor de edad". */
const BESIDE = new Set('co,sub,non,of,the,live,and,on,lease,financially,in,und,a,o,e,r,de,del,la,el,y,no'.split(','))

function isRole(text: string): boolean {
  const words = (text.match(/\p{L}+/gu) ?? []).map(headingKey)
  // "Co-tenant" and "room mate" are one word or two.
  return words.some((word) => IS_ROLE.has(word)) && words.every((word) => IS_ROLE.has(word) || BESIDE.has(word))
}

/** Brackets, of which the last ones may be cut off. */
const IN_BRACKETS = /\s*[([{]([^()[\]{}]+)(?:[)\]}]|$)/g
/** A name without the person's role in brackets: "Poe, Ed (Co-tenant)". Other words in brackets stay. */
export const withoutRoles = (name: string): string =>
  name.replace(IN_BRACKETS, (brackets, text: string) => (isRole(text) ? '' : brackets)).trim()
